import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  /** The last place; the first one is 0. */
  readonly length: number;
  readonly at: number;
  readonly onAt: (at: number) => void;
  /** Places from one picture to the next while it plays, and for how many milliseconds a picture stands. */
  readonly stride?: number;
  readonly pictureMs: number;
  /** What the slider moves through, one of these, and where it stands, in words. */
  readonly name: string;
  readonly unit: string;
  readonly said: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** Plays, pauses, steps and scrubs through something that goes on. */
export function Playback(props: Props): VNode {
  const { length, at, onAt, stride = 1, pictureMs, name, unit, said, children } = props;
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => onAt(Math.min(length, at + stride)), pictureMs);
    return () => clearTimeout(timer);
  }, [isPlaying, at, length, stride, pictureMs, onAt]);
  const go = (to: number): void => {
    setPlaying(false);
    onAt(Math.max(0, Math.min(length, to)));
  };
  const play = (): void => {
    if (!isPlaying && at >= length) onAt(0);
    setPlaying(!isPlaying);
  };
  return (
    <div class={props.class === undefined ? "controls" : `controls ${props.class}`}>
      <button type="button" onClick={play}>
        {isPlaying ? "Pause" : "Play"}
      </button>
      <button type="button" aria-label={`One ${unit} back`} onClick={() => go(at - 1)}>
        −1
      </button>
      <button type="button" aria-label={`One ${unit} on`} onClick={() => go(at + 1)}>
        +1
      </button>
      <input
        type="range"
        aria-label={name}
        min={0}
        max={length}
        value={at}
        aria-valuetext={said}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      {children}
    </div>
  );
}
