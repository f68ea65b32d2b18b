import css from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 32;

/** The last values, oldest first: decorative, beside the value and its trend in words. Needs two values. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const finite = values.filter(Number.isFinite);
  if (finite.length < 2) return null;
  const low = Math.min(...finite);
  const span = Math.max(...finite) - low;
  const points = finite.map((value, index) => {
    const x = (index / (finite.length - 1)) * WIDTH;
    const y = span === 0 ? HEIGHT / 2 : HEIGHT - ((value - low) / span) * HEIGHT;
    return `${round(x)} ${round(y)}`;
  });
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M${points.join('L')}`} strokeWidth="2" vectorEffect="non-scaling-stroke" />
      {/* A zero-length line with round caps stays circular however the drawing is stretched. */}
      <path d={`M${points.at(-1) ?? ''}h0`} strokeWidth="8" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
