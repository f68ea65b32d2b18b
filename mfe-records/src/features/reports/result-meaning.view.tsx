import type { Explanation } from '@phr/fhir/plain-words/explain';
import { useTranslation } from 'react-i18next';
import { AskDoctor } from '../visit-questions/ask-doctor.view.tsx';
import type { ExplanationInput } from './plain-results.model.ts';
import css from './result-row.module.css';

interface ResultMeaningProps {
  readonly asked: ExplanationInput;
  readonly explanation: Explanation & { readonly closingWords?: string };
  readonly name: string;
}

/** Expandable explanation of a result, if texts may be shown (R-S7), with a link to ask. */
export function ResultMeaning({ asked, explanation, name }: ResultMeaningProps) {
  const { t } = useTranslation();
  const { result } = asked;
  const { what, text, closingWords, instead, usual, isDraft } = explanation;
  const lines = [
    [what, text, text === undefined ? undefined : closingWords].filter((part) => part !== undefined).join(' '),
    instead,
    usual === undefined ? undefined : t('result.usual', { range: usual }),
    isDraft ? t('result.draft') : undefined,
  ].filter((line) => line !== undefined && line !== '');
  if (lines.length === 0) return <AskDoctor result={result} name={name} />;
  return (
    <details className={css.meaning}>
      <summary className={css.summary} aria-label={t('result.meaningOf', { name })}>
        {t('result.meaning')}
      </summary>
      <div className={css.text}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <AskDoctor result={result} name={name} />
      </div>
    </details>
  );
}
