import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

const STEP_MS = 700;

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
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => onAt(at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at, length, onAt]);
  const go = (to: number): void => {
    setPlaying(false);
    onAt(Math.max(0, Math.min(length, to)));
  };
  const play = (): void => {
    if (at >= length) onAt(0);
    setPlaying(at >= length || !isPlaying);
  };
  return (
    <div class="controls watch">
      <button type="button" onClick={play}>
        {isPlaying ? "Pause" : "Play"}
      </button>
      <button type="button" aria-label="One move back" onClick={() => go(at - 1)}>
        −1
      </button>
      <button type="button" aria-label="One move on" onClick={() => go(at + 1)}>
        +1
      </button>
      <input
        type="range"
        aria-label="Moves of an optimal game"
        min={0}
        max={length}
        value={at}
        aria-valuetext={said}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <button type="button" onClick={onClose}>
        Back to my game
      </button>
      <output>
        {at} of {length} moves{said === "" ? "" : `: ${said}`}
      </output>
    </div>
  );
}
