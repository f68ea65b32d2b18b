import type { NoticePlace } from '@phr/contract/host-api';
import type { Signal } from '@phr/contract/today';
import { formatTime } from '@phr/ui/format';
import { Button } from '@phr/ui/button';
import { Icon } from '@phr/ui/icon';
import { IconAdd, IconWarning } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { Skeleton } from '@phr/ui/skeleton';
import { useUiText } from '@phr/ui/ui-text';
import type { ReactNode } from 'react';
import { boardVisit } from '../../core/board-visit.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import { withPerson } from '../../services/host/person-in-address.ts';
import type { BoardRow } from './board.model.ts';
import css from './board.module.css';
import { fill, momentWords, WORDS } from './board.words.ts';

export type Row = BoardRow<PatientDetails>;

/** The address of a place in a person's record: a link that names the person opens her record first (R-H4). */
function useHrefIn(): (place: NoticePlace, patientId: string) => string {
  const { navigation } = useShell();
  return ({ screen, params }, patientId) => withPerson(navigation.hrefOf(screen, params), patientId);
}

/** How somebody is, what comes next and what waits, each under its name. */
export function BoardFacts({ row }: { readonly row: Row }) {
  const { locale } = useTexts();
  const hrefIn = useHrefIn();
  const { person, state, next, asks, isLoading } = row;
  return (
    <dl className={css.facts} aria-busy={isLoading}>
      <Fact name={WORDS.state[locale]} isLoading={isLoading && state === undefined}>
        {state && <SignalLine signal={state} row={row} />}
      </Fact>
      <Fact name={WORDS.next[locale]} isLoading={isLoading && next === undefined}>
        {next && <SignalLine signal={next} row={row} />}
      </Fact>
      <Fact name={WORDS.asks[locale]} isLoading={isLoading && asks === 0}>
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

/** The heads of the columns of facts, where there is room for columns; each fact has its own name for who does not see them. */
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
  readonly isLoading: boolean;
  readonly children: ReactNode;
}

function Fact({ name, isLoading, children }: FactProps) {
  const { locale } = useTexts();
  const isThere = children !== undefined && children !== false;
  return (
    <div className={css.fact} data-empty={!isThere || undefined}>
      <dt>{name}</dt>
      <dd>{isThere ? children : isLoading ? <Skeleton height={20} /> : WORDS.nothing[locale]}</dd>
    </div>
  );
}

/** A signal as a link into the person's record. What says how somebody is has its moment, however old it is. */
export function SignalLine({ signal, row: { person, now } }: { readonly signal: Signal; readonly row: Row }) {
  const { locale } = useTexts();
  const hrefIn = useHrefIn();
  const { kind, title, detail, place, at, sources } = signal;
  const isState = kind === 'danger' || (kind === 'last' && sources.length > 0);
  // A danger that says its time in its own words says it once.
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

/** What could not be asked about a person is said. */
export function Unchecked({ row: { failed } }: { readonly row: Row }) {
  const { locale } = useTexts();
  if (failed.length === 0) return null;
  const names = failed.map(({ text, key }) => text[locale] ?? Object.values(text)[0] ?? key);
  return (
    <p className={css.unchecked}>
      <Icon of={IconWarning} size={20} />
      {fill(WORDS.failed[locale], { names: [...new Set(names)].join(', ') })}
    </p>
  );
}

/** Another try where something could not be asked. */
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

/** ＋: where the person's next reading is entered. Who came from the own record is asked afterwards where to go on. */
export function AddReading({ row: { person, add }, name }: { readonly row: Row; readonly name: string }) {
  const { locale } = useTexts();
  const { patients, navigation } = useShell();
  const { viewed, main } = useStore(patients.context);
  const hrefIn = useHrefIn();
  if (add === undefined) return null;
  const begin = () => {
    if (viewed?.id === main?.id && person.id !== main?.id)
      boardVisit.set({ patientId: person.id, pathname: navigation.hrefOf(add.screen, add.params).split('?')[0] ?? '' });
  };
  return (
    <Link
      className={css.add}
      href={hrefIn(add, person.id)}
      aria-label={fill(WORDS.add[locale], { name })}
      onClick={begin}
    >
      <Icon of={IconAdd} />
    </Link>
  );
}
