import type { Signal } from '@phr/contract/today';
import { formatTime } from '@phr/ui/format';
import { Button } from '@phr/ui/button';
import { Icon } from '@phr/ui/icon';
import { IconWarning } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { Skeleton } from '@phr/ui/skeleton';
import { useUiText } from '@phr/ui/ui-text';
import type { ReactNode } from 'react';
import { useTexts } from '../../core/texts.tsx';
import { wordsIn } from '@phr/i18n/localized';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import type { BoardRow } from './board.model.ts';
import css from './board.module.css';
import { momentWords, WORDS } from './board.words.ts';
import { fill } from './relatives.words.ts';
import { useHrefIn } from './use-href-in.ts';

export type Row = BoardRow<PatientDetails>;

/** State, next event and open questions of a person, each labelled, in space reserved from the start. */
export function BoardFacts({ row }: { readonly row: Row }) {
  const { locale } = useTexts();
  const hrefIn = useHrefIn();
  const { person, state, next, asks, isLoading, failed } = row;
  // a source that could not be read may have had something
  const absent = isLoading ? <Skeleton height={20} /> : WORDS[failed.length > 0 ? 'unknown' : 'nothing'][locale];
  return (
    <dl className={css.facts} aria-busy={isLoading}>
      <Fact name={WORDS.state[locale]} absent={absent}>
        {state && <SignalLine signal={state} row={row} />}
      </Fact>
      <Fact name={WORDS.next[locale]} absent={absent}>
        {next && <SignalLine signal={next} row={row} />}
      </Fact>
      <Fact name={WORDS.asks[locale]} absent={absent}>
        {asks > 0 && (
          <Link
            className={css.asks}
            href={hrefIn({ screen: 'dashboard' }, person.id)}
            aria-label={`${WORDS.asks[locale]}: ${asks}`}
          >
            {asks}
          </Link>
        )}
      </Fact>
    </dl>
  );
}

/** Column headings where there is room; each fact also has a label for screen readers. */
export function BoardHeads() {
  const { locale } = useTexts();
  return (
    <span className={css.facts}>
      <span>{WORDS.state[locale]}</span>
      <span>{WORDS.next[locale]}</span>
      <span>{WORDS.asks[locale]}</span>
    </span>
  );
}

interface FactProps {
  readonly name: string;
  /** Shown in place of a missing fact. */
  readonly absent: ReactNode;
  readonly children: ReactNode;
}

function Fact({ name, absent, children }: FactProps) {
  const isThere = children !== undefined && children !== false;
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{isThere ? children : absent}</dd>
    </div>
  );
}

/** A signal as a link into the person's record. A state always shows its time, however old. */
export function SignalLine({ signal, row: { person, now } }: { readonly signal: Signal; readonly row: Row }) {
  const { locale } = useTexts();
  const hrefIn = useHrefIn();
  const { kind, title, detail, place, at, sources } = signal;
  const isState = kind === 'danger' || (kind === 'last' && sources.length > 0);
  // a danger whose text contains its time shows it once
  const isTimed = `${title} ${detail ?? ''}`.includes(formatTime(at, locale));
  const moment = isState && !isTimed ? momentWords(at, locale, now) : undefined;
  const more = [detail, moment].filter((one) => one !== undefined);
  return (
    <span className={css.line} data-kind={kind}>
      {kind === 'danger' && <Icon of={IconWarning} size={20} />}
      <span className={css.words}>
        <Link className={css.title} href={hrefIn(place, person.id)}>
          {title}
        </Link>
        {more.length > 0 && <span className={css.detail}>{more.join(' · ')}</span>}
      </span>
    </span>
  );
}

/** Names the sources that could not be read for a person. */
export function FailedSources({ row: { failed } }: { readonly row: Row }) {
  const { locale } = useTexts();
  if (failed.length === 0) return null;
  const names = failed.map(({ text, key }) => wordsIn(text, locale) ?? key);
  return (
    <p className={css.unchecked}>
      <Icon of={IconWarning} size={20} />
      {fill(WORDS.failed[locale], { names: [...new Set(names)].join(', ') })}
    </p>
  );
}

/** Retry button if something could not be read. */
export function RetryBoard({ rows, onRetry }: { readonly rows: readonly Row[]; readonly onRetry: () => void }) {
  const text = useUiText();
  if (rows.every(({ failed }) => failed.length === 0)) return null;
  return (
    <div>
      <Button dense onClick={onRetry}>
        {text('common.retry')}
      </Button>
    </div>
  );
}
