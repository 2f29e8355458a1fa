import type { VNode } from "preact";
import { LEVELS } from "./levels.js";

interface Props {
  /** Of the lesson that is played, from 0; -1 for another graph. */
  readonly level: number;
  readonly isWon: boolean;
  readonly words: number;
  readonly onLevel: (level: number) => void;
}

/** Five lessons; the insight of one is shown when its goal is reached. */
export function Lessons({ level, isWon, words, onLevel }: Props): VNode {
  const lesson = LEVELS[level];
  const isReached = lesson !== undefined && isWon && words <= lesson.goal;
  return (
    <section aria-labelledby="lessons" class="lessons">
      <h2 id="lessons">Five lessons, from one product to a fused chain</h2>
      <ol>
        {LEVELS.map(({ title, goal }, i) => (
          <li>
            <button type="button" aria-current={i === level ? "step" : undefined} onClick={() => onLevel(i)}>
              {i + 1}. {title} <small>goal {goal}</small>
            </button>
          </li>
        ))}
      </ol>
      {lesson === undefined ? null : (
        <div role="status" class="task" data-reached={isReached}>
          {isReached ? (
            <p>
              <strong>Goal reached.</strong> {lesson.insight}
            </p>
          ) : (
            <p>
              {lesson.task} Goal: every output in slow memory at a cost of {lesson.goal}.
              {isWon ? ` You took ${words}: undo, or begin again.` : ""}
            </p>
          )}
        </div>
      )}
      {isReached && level + 1 < LEVELS.length ? (
        <button type="button" class="primary" onClick={() => onLevel(level + 1)}>
          Next lesson
        </button>
      ) : null}
    </section>
  );
}
