import { inUnit } from '@phr/clinical/glucose';
import { Checkbox } from '@phr/ui/checkbox';
import { FactList, type Fact } from '@phr/ui/fact-list';
import { formatInstant, formatNumber } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { dayOf } from '@phr/time/zone';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { verdictOn } from '../readings/scale.model.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import css from '../record/record-form.module.css';
import type { ReadingToConfirm, GlucoseAmount, ImportedFile, ImportedReading } from './import-file.model.ts';

/** Lines listed individually; the rest is counted. */
const NAMED_LINES = 10;
/** Readings confirmed individually; beyond that they are skipped. */
const ASKED_LINES = 50;

/** Formats a number with unit, and a sign if it is a limit. */
function useAmountWords(): (amount: GlucoseAmount, sign?: string) => string {
  const { locale } = useUi();
  return ({ value, unit }, sign = '') => `${sign}${formatNumber(value, locale)}\u00a0${unit}`;
}

interface ContentsProps {
  readonly file: ImportedFile;
  /** What is new in the record. */
  readonly fresh: readonly ImportedReading[];
  readonly inRecord: number;
  readonly zone: string;
}

/** Contents of the file: readings, time span and extremes, and all other lines. */
export function Contents({ file, fresh, inRecord, zone }: ContentsProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const [first, last] = [fresh[0], fresh.at(-1)];
  const count = (name: string, n: number): readonly Fact[] =>
    n === 0 ? [] : [{ name: t(`import.${name}`), content: t(`import.${name}Words`, { count: n }) }];
  return (
    <section aria-label={t('import.contents')} role="status">
      <FactList
        facts={[
          { name: t('import.format'), content: file.format },
          { name: t('import.bloodGlucose'), content: t('import.readings', { count: fresh.length }) },
          ...(first === undefined || last === undefined
            ? []
            : [
                { name: t('import.from'), content: formatInstant(first.at, locale, zone) },
                { name: t('import.to'), content: formatInstant(last.at, locale, zone) },
              ]),
          ...extremesOf(fresh).map(([name, reading]) => ({
            name: t(`import.${name}`),
            content: <Extreme reading={reading} />,
          })),
          ...count('doubles', file.doubles),
          ...count('inRecord', inRecord),
          ...count('others', file.others),
          ...count('undecided', file.undecided),
        ]}
      />
      <Problems problems={file.problems} />
    </section>
  );
}

type Numbered = ImportedReading & { readonly amount: GlucoseAmount };

function extremesOf(readings: readonly ImportedReading[]): readonly (readonly ['lowest' | 'highest', Numbered])[] {
  const mmol = ({ amount: { value, unit } }: Numbered): number => inUnit(value, unit, 'mmol/L');
  const numbered = readings.filter((one): one is Numbered => one.amount !== undefined);
  const sorted = numbered.toSorted((a, b) => mmol(a) - mmol(b));
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  return lowest === undefined || highest === undefined
    ? []
    : [
        ['lowest', lowest],
        ['highest', highest],
      ];
}

/** A number, with its level if judged. */
function Extreme({ reading: { at, amount, comparator } }: { readonly reading: Numbered }) {
  const words = useAmountWords();
  const language = useLanguage();
  const context = useReadingContext(at);
  const day = dayOf(at, context.zone);
  const verdict = verdictOn(day, 'glucoses', amount.unit, [['value', amount.value, comparator]], context);
  return (
    <>
      {words(amount, comparator)} <ReadingLevel reading={{ verdict, vitalKey: 'glucoses' }} language={language} />
    </>
  );
}

function Problems({ problems }: Pick<ImportedFile, 'problems'>) {
  const { t } = useTranslation();
  const words = useAmountWords();
  if (problems.length === 0) return null;
  return (
    <Notice type="warning" title={t('import.problems', { count: problems.length })}>
      <ul>
        {problems.slice(0, NAMED_LINES).map(({ line, fault, amount }) => (
          <li key={line}>
            {t('import.line', {
              line,
              fault: t(`import.fault.${fault}`, { value: amount === undefined ? '' : words(amount) }),
            })}
          </li>
        ))}
      </ul>
      {problems.length > NAMED_LINES && <p>{t('import.moreProblems', { count: problems.length - NAMED_LINES })}</p>}
    </Notice>
  );
}

interface AskedProps {
  readonly asked: readonly ReadingToConfirm[];
  /** Lines that the person wants. */
  readonly wanted: ReadonlySet<number>;
  readonly onWant: (line: number, isWanted: boolean) => void;
  readonly zone: string;
}

/** Readings that are stored only when the person ticks them. */
export function ReadingsToConfirm({ asked, wanted, onWant, zone }: AskedProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const words = useAmountWords();
  if (asked.length === 0) return null;
  return (
    <section aria-label={t('import.asked', { count: asked.length })}>
      <p className={css.quiet}>{t('import.asked', { count: asked.length })}</p>
      {asked.slice(0, ASKED_LINES).map(({ line, question, reading: { at, amount, comparator }, other }) => (
        <Checkbox
          key={line}
          checked={wanted.has(line)}
          onChange={(isWanted) => onWant(line, isWanted)}
          label={t('import.line', {
            line,
            fault: `${amount === undefined ? '' : words(amount, comparator)}, ${formatInstant(at, locale, zone)}`,
          })}
          hint={t(`import.ask.${question}`, { other: other === undefined ? '' : words(other) })}
        />
      ))}
      {asked.length > ASKED_LINES && <p>{t('import.moreProblems', { count: asked.length - ASKED_LINES })}</p>}
    </section>
  );
}
