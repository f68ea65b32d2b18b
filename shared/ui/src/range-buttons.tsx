import { useUiText } from '@phr/ui/ui-text';
import { Segmented } from './segmented.tsx';

/** Time ranges of charts and lists. */
export const RANGES = ['7d', '14d', '30d', 'day', 'week', 'month', 'year'] as const;
export type Range = (typeof RANGES)[number];

export interface RangeButtonsProps<Value extends Range> {
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  /** The ranges to offer, in this order. */
  readonly ranges: readonly Value[];
}

/** Selects a time range: 7, 14 or 30 days, day, week, month or year. */
export function RangeButtons<Value extends Range>({ value, onChange, ranges }: RangeButtonsProps<Value>) {
  const text = useUiText();
  const segments = ranges.map((range) => ({ value: range, label: text(`range.${range}`) }));
  return <Segmented label={text('range.label')} value={value} onChange={onChange} segments={segments} />;
}
