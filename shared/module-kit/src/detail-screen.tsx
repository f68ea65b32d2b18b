import type { ScreenPlace } from '@phr/contract/screens';
import { Fragment, type ReactNode } from 'react';
import { ListStates } from './list-section.tsx';
import type { PatientList } from './patient-list.tsx';
import { Screen } from './screen.tsx';

interface OneProps<T extends { readonly id: string }> {
  /** The result, as a list of at most one. */
  readonly found: PatientList<T>;
  /** What is loaded, for mid-sentence use: "lịch hẹn". */
  readonly thing: string;
  /** Shown if there is none. Never shown after a failure (D-13). */
  readonly missing: ReactNode;
  /** Height reserved while loading, in px. */
  readonly height?: number;
  /** Heading level for the content. */
  readonly level: number;
  readonly children: (one: T) => ReactNode;
}

const HEIGHT = 320;

/** One item of the record, or its loading state. Remounts for another item, so no state carries over. */
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
  /** Translated; in lower case it replaces a missing `thing`. */
  readonly title: string;
  readonly thing?: string;
  readonly back: ScreenPlace;
  /** Heading once loaded: the item's name. The page title does not contain it (UX-01). */
  readonly headingOf?: (one: T) => string | undefined;
  readonly printable?: boolean;
}

/** Screen of one item: heading, back button, and the item with its states. */
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
