import type { RecordLine } from '@phr/module-kit/record-row';
import { createContext, Fragment, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { DescribedRow, linesOf } from '../described/described-row.view.tsx';
import type { Described } from '../described/described.entity.ts';
import { statusOf } from '../described/described.model.ts';
import css from './summary.module.css';

/** True while the summary is printed. */
export const OnPaper = createContext(false);

interface SummaryRowProps {
  readonly described: Described;
  readonly line?: RecordLine | undefined;
}

/** An entry as in lists; in print the text runs on, to fit a record on one sheet. */
export function SummaryRow({ described, line }: SummaryRowProps) {
  return useContext(OnPaper) ? (
    <PaperRow described={described} line={line} />
  ) : (
    <DescribedRow described={described} line={line} />
  );
}

function PaperRow({ described, line }: SummaryRowProps) {
  const { t } = useTranslation();
  const { title, statusCode, unshown, isConditional } = described;
  const words = [
    statusOf(described)?.words,
    ...linesOf(described, line),
    isConditional ? t('desc.conditional') : undefined,
    unshown.length === 0 ? undefined : t('desc.unshown', { names: unshown.join(', ') }),
  ].filter((one) => one !== undefined && one !== '');
  return (
    <p className={css.paper}>
      <b>{statusCode === 'entered-in-error' ? <s>{title}</s> : title}</b>
      {words.map((one, index) => (
        <Fragment key={index}>
          {' · '}
          {typeof one === 'object' ? (
            <>
              {one.label}: {one.value}
            </>
          ) : (
            one
          )}
        </Fragment>
      ))}
    </p>
  );
}
