import type { ScreenPlace } from '@phr/contract/screens';
import { Fragment, type ReactNode } from 'react';
import { ListStates } from './list-section.tsx';
import type { PatientList } from './patient-list.tsx';
import { Screen } from './screen.tsx';

interface OneProps<T extends { readonly id: string }> {
  /** What was asked for, as a list of at most one. */
  readonly found: PatientList<T>;
  /** What is read, in the middle of a sentence: "lịch hẹn". */
  readonly thing: string;
  /** What to show when there is none. Never shown after a failure (D-13). */
  readonly missing: ReactNode;
  /** Height of what is coming, in px. */
  readonly height?: number;
  /** Level of the headings inside. */
  readonly level: number;
  readonly children: (one: T) => ReactNode;
}

const HEIGHT = 320;

/** One thing of the record, or where the reading of it stands. Another one begins anew: nothing typed or opened for one stays for the next. */
export function One<T extends { readonly id: string }>({
  found,
  missing,
  height = HEIGHT,
  children,
  ...states
}: OneProps<T>) {
  return (
    <ListStates {...states} list={found} skeleton={{ height, lines: 1 }} empty={missing}>
      {(rows) => rows.map((one) => <Fragment key={one.id}>{children(one)}</Fragment>)}
    </ListStates>
  );
}

interface DetailScreenProps<T extends { readonly id: string }> extends Omit<OneProps<T>, 'thing'> {
  /** Translated; in lower case it names what is read where `thing` does not. */
  readonly title: string;
  readonly thing?: string;
  readonly back: ScreenPlace;
  /** The heading, once the thing is there: what it is called. The page title stays without it (UX-01). */
  readonly headingOf?: (one: T) => string | undefined;
  readonly printable?: boolean;
}

/** The screen of one thing of the record: its heading, the way back, and the thing itself with its states. */
export function DetailScreen<T extends { readonly id: string }>({
  title,
  thing = title.toLowerCase(),
  back,
  headingOf,
  printable = false,
  level,
  ...one
}: DetailScreenProps<T>) {
  const [found] = one.found.rows;
  const heading = found === undefined ? undefined : headingOf?.(found);
  return (
    <Screen printable={printable} title={title} heading={heading} headingLevel={level} back={back}>
      <One {...one} thing={thing} level={level + 1} />
    </Screen>
  );
}
