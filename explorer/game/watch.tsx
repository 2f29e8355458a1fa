import type { VNode } from "preact";
import { Playback } from "../parts/playback.js";

const MOVE_MS = 700;

interface Props {
  readonly length: number;
  readonly at: number;
  /** The move that was made last, in words. */
  readonly said: string;
  readonly onAt: (at: number) => void;
  readonly onClose: () => void;
}

/** Steps through an optimal game. */
export function Watch({ length, at, said, onAt, onClose }: Props): VNode {
  const place = { length, at, onAt, said };
  return (
    <Playback {...place} pictureMs={MOVE_MS} name="Moves of an optimal game" unit="move" class="watch">
      <button type="button" onClick={onClose}>
        Back to my game
      </button>
      <output>
        {at} of {length} moves{said === "" ? "" : `: ${said}`}
      </output>
    </Playback>
  );
}
