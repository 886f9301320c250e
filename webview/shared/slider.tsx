import type { JSX, TargetedInputEvent } from 'preact';

export interface SliderProps {
  readonly label: string;
  /** What it means, beside the label. */
  readonly note: string;
  /** In [0, 1], in hundredths. */
  readonly value: number;
  onInput(value: number): void;
}

/** A chance from 0 to 100 %, by mouse, by arrows, Home and End, and by page keys. */
export function Slider({ label, note, value, onInput }: SliderProps): JSX.Element {
  const percent = Number((100 * value).toFixed(2));
  const read = ({ currentTarget }: TargetedInputEvent<HTMLInputElement>): void => {
    const typed = currentTarget.valueAsNumber;
    if (typed >= 0 && typed <= 100) onInput(Number((typed / 100).toFixed(4)));
  };
  return (
    <div class="slider">
      <span class="slider-label">
        {label} <span class="small muted">{note}</span>
      </span>
      <input type="range" min="0" max="100" step="1" value={percent} aria-label={`${label}, ${note}`} aria-valuetext={`${percent} %`} onInput={read} />
      <span class="slider-value">
        <input type="number" min="0" max="100" step="any" value={percent} aria-label={`${label}, in per cent`} onInput={read} /> %
      </span>
    </div>
  );
}
