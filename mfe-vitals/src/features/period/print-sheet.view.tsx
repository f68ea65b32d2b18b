import type { VitalKey } from '@phr/clinical/codings';
import { usePrintWords } from '@phr/module-kit/print-head';
import type { Point } from '../chart/series.model.ts';
import type { Language } from '../readings/reading.words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { PointTable } from './point-table.view.tsx';
import css from './print-sheet.module.css';

interface PrintSheetProps {
  readonly vitalKey: VitalKey;
  readonly points: readonly Point[];
  readonly caption: string;
  readonly language: Language;
  readonly context: ReadingContext;
}

/**
 * Printed form of a period: every reading (UX-20), or its days if there are too many. The header repeats on each page.
 */
export function PrintSheet(props: PrintSheetProps) {
  return (
    <div className={css.sheet}>
      <PointTable {...props} head={usePrintWords()} />
    </div>
  );
}
