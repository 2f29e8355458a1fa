import type { VNode } from "preact";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import type { CatalogueParts } from "../answers/catalogue.js";
import { flagOf, withFlag } from "../words.js";

type Catalogue = CatalogueParts["catalogue"];

interface Props {
  readonly catalogue: Catalogue;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The fields of the words of a workload: each change is a change of the words. */
export function Choices({ catalogue, text, onText }: Props): VNode {
  const words = wordsOf(text);
  const form = catalogue.workloads.find((one) => words.includes(one.name));
  const set = (flag: string, value: string | undefined): void => onText(textOf(withFlag(words, flag, value)));
  const field = { words, set };
  const choose = (workload: string): void => {
    const example = catalogue.workloads.find((one) => one.name === workload)?.example ?? workload;
    const machine = ["gpu", "fast-words"].flatMap((flag) => {
      const value = flagOf(words, flag);
      return value === undefined ? [] : [`--${flag} ${value}`];
    });
    onText([example, ...machine].join(" "));
  };
  return (
    <form class="choices" onSubmit={(event) => event.preventDefault()}>
      <label>
        workload
        <select value={form?.name} onChange={(event) => choose(event.currentTarget.value)}>
          {catalogue.workloads.map((one) => (
            <option value={one.name} title={one.summary}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {form?.extents.map(({ flag, what }) => (
        <Field {...field} flag={flag} what={what} isNumber />
      ))}
      {form?.switches.map(({ flag, what }) => (
        <label class="switch" title={what}>
          <input
            type="checkbox"
            checked={flagOf(words, flag) !== undefined}
            onChange={(event) => set(flag, event.currentTarget.checked ? "" : undefined)}
          />
          {flag}
        </label>
      ))}
      <Select
        {...field}
        flag="gpu"
        values={catalogue.machines.map(({ id }) => id)}
        onValue={(value) => onText(textOf(withFlag(withFlag(words, "fast-words", undefined), "gpu", value)))}
      />
      <Select {...field} flag="dtype" values={catalogue.types} />
      <Field {...field} flag="tile" what="tile of a CTA, such as 128x256x64" />
      <Field {...field} flag="order" what="launch orders, such as row,group:8,morton" />
    </form>
  );
}

interface FieldProps {
  readonly words: readonly string[];
  readonly set: (flag: string, value: string | undefined) => void;
  readonly flag: string;
}

export function Field({
  words,
  set,
  flag,
  what,
  isNumber,
}: FieldProps & { readonly what: string; readonly isNumber?: boolean }): VNode {
  return (
    <label title={what}>
      {flag}
      <input
        type="text"
        inputMode={isNumber === true ? "numeric" : "text"}
        size={isNumber === true ? 7 : 12}
        spellcheck={false}
        value={flagOf(words, flag) ?? ""}
        onChange={({ currentTarget: { value } }) => set(flag, value.trim() === "" ? undefined : value.trim())}
      />
    </label>
  );
}

interface SelectProps extends FieldProps {
  readonly values: readonly string[];
  readonly onValue?: (value: string | undefined) => void;
}

/** A choice of the known values; one that is not among them, a file's name for instance, stays. */
export function Select({ words, set, flag, values, onValue = (value) => set(flag, value) }: SelectProps): VNode {
  const value = flagOf(words, flag) ?? "";
  const all = value === "" || values.includes(value) ? values : [value, ...values];
  return (
    <label>
      {flag}
      <select
        value={value}
        onChange={(event) => onValue(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
      >
        <option value="">–</option>
        {all.map((one) => (
          <option value={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}
