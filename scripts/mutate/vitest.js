// What tests import as "vitest" while mutants are tried: it collects them, so that one process runs a test as often as it likes.
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import { restoreAllMocks, spyOn } from "@vitest/spy";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = chai.expect;
export const vi = { restoreAllMocks, spyOn };

/** The tests of a file so far: `name`, `run`, and the `suite` whose hooks are around it. */
export const collected = [];
/** What is to be done when all tests are. */
export const endings = [];
let suite;

/** Begins another file: hooks that an earlier one set do not reach it. */
export function beginFile() {
  collected.length = 0;
  suite = { name: "", beforeAll: [], beforeEach: [], afterEach: [] };
}

function collect(name, ...rest) {
  const run = rest.find((argument) => typeof argument === "function");
  if (run !== undefined) collected.push({ name: `${suite.name} ${name}`.trim(), suite, run });
}

function group(name, ...rest) {
  const outer = suite;
  suite = { outer, name: `${outer.name} ${name}`.trim(), beforeAll: [], beforeEach: [], afterEach: [] };
  rest.find((argument) => typeof argument === "function")?.();
  suite = outer;
}

const eachOf =
  (add) =>
  (cases) =>
  (name, ...rest) => {
    for (const [index, values] of cases.entries()) {
      const bound = (run) => () => run(...(Array.isArray(values) ? values : [values]));
      add(`${name} (${index})`, ...rest.map((argument) => (typeof argument === "function" ? bound(argument) : argument)));
    }
  };
const ignored = Object.assign(() => {}, { each: () => () => {} });
const asVitests = (add) =>
  Object.assign(add, {
    each: eachOf(add),
    runIf: (condition) => (condition ? add : ignored),
    skipIf: (condition) => (condition ? ignored : add),
  });

export const test = asVitests(collect);
export const it = asVitests((...all) => collect(...all));
export const describe = asVitests(group);
export const beforeAll = (hook) => void suite.beforeAll.push(hook);
export const beforeEach = (hook) => void suite.beforeEach.push(hook);
export const afterEach = (hook) => void suite.afterEach.push(hook);
export const afterAll = (hook) => void endings.push(hook);

/** Runs a test with the hooks around it; what stands before all tests of a suite, once. */
export async function runTest({ run, suite: own }) {
  const suites = [];
  for (let one = own; one !== undefined; one = one.outer) suites.unshift(one);
  for (const { beforeAll: hooks } of suites) for (const hook of hooks.splice(0)) await hook();
  for (const { beforeEach: hooks } of suites) for (const hook of hooks) await hook();
  try {
    await run();
  } finally {
    for (const { afterEach: hooks } of suites.reverse()) for (const hook of hooks) await hook();
  }
}
