import { useUiText, type Text } from '@phr/ui/ui-text';
import css from './target-range.module.css';

/** Bounds as displayed, e.g. "120" or "120/80"; `below` is exclusive, `from` and `to` inclusive. */
export type RangeBounds =
  | { readonly below: string }
  | { readonly from: string; readonly to: string }
  | { readonly from: string };

/** A range in words, never symbols: "dưới 120", "từ 60 đến 100", "từ 95 trở lên". */
export function rangeWords(bounds: RangeBounds, text: Text): string {
  if ('below' in bounds) return text('range.below', { n: bounds.below });
  return 'to' in bounds
    ? text('range.between', { a: bounds.from, b: bounds.to })
    : text('range.above', { n: bounds.from });
}

export interface TargetRangeProps {
  readonly bounds: RangeBounds;
  /** Population of the range: "người lớn từ 18 tuổi". */
  readonly who?: string;
}

/** The range that judged a value, beside its badge (UX-11). */
export function TargetRange({ bounds, who }: TargetRangeProps) {
  const text = useUiText();
  const range = rangeWords(bounds, text);
  return (
    <p className={css.line}>
      {who === undefined ? text('range.targetPlain', { range }) : text('range.target', { range, who })}
    </p>
  );
}
