import type { ScreenPlace } from '@phr/contract/screens';
import { hrefOf, replaceScreen } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { formatDate } from '@phr/ui/format';
import { parseDateInput } from '@phr/ui/parse-input';
import { TabLinks } from '@phr/ui/tab-links';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './board-range.module.css';
import { type BoardRange, isSameRange, paramsOf, SPANS } from './board-range.model.ts';

/** Selects a board's time range: a preset or custom days, stored in the URL (UX-03). */
export function BoardRangeChoice({ code, range }: { readonly code: string; readonly range: BoardRange }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { navigation } = useHost();
  const boardOf = (chosen: BoardRange): ScreenPlace => ({
    screen: 'report-boards',
    params: { code, ...paramsOf(chosen) },
  });
  const written = (day: string | undefined): string => (day === undefined ? '' : formatDate(day, locale));
  const [typed, setTyped] = useState({ from: written(range.from), to: written(range.to) });
  // range in the fields; a different one arrives by link or Back
  const [held, setHeld] = useState(range);
  const [errors, setErrors] = useState<{ readonly from?: string; readonly to?: string }>({});

  if (!isSameRange(range, held)) {
    setHeld(range);
    setTyped({ from: written(range.from), to: written(range.to) });
    setErrors({});
  }

  function change(end: 'from' | 'to', text: string) {
    const next = { ...typed, [end]: text };
    setTyped(next);
    const [from, to] = [next.from, next.to].map((one) =>
      one.trim() === '' ? { kind: 'date' as const, date: undefined } : parseDateInput(one),
    );
    if (from?.kind !== 'date' || to?.kind !== 'date') return;
    const isTurned = from.date !== undefined && to.date !== undefined && from.date > to.date;
    setErrors(isTurned ? { to: t('board.err.order') } : {});
    if (isTurned) return;
    const chosen: BoardRange = {
      span: 'custom',
      ...(from.date === undefined ? {} : { from: from.date }),
      ...(to.date === undefined ? {} : { to: to.date }),
    };
    setHeld(chosen);
    replaceScreen(navigation, boardOf(chosen));
  }
  return (
    <div className={css.choice}>
      <TabLinks
        label={t('range.label')}
        tabs={SPANS.map((span) => ({
          label: t(`board.span.${span}`),
          href: hrefOf(navigation, boardOf({ span })),
          current: range.span === span,
        }))}
      />
      <div className={css.days}>
        <DatePickerField
          label={t('common.from')}
          optional
          value={typed.from}
          error={errors.from}
          onChange={(text) => change('from', text)}
        />
        <DatePickerField
          label={t('common.to')}
          optional
          value={typed.to}
          error={errors.to}
          onChange={(text) => change('to', text)}
        />
      </div>
    </div>
  );
}
