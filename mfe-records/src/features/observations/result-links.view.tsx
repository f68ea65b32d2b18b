import type { ScreenPlace } from '@phr/contract/screens';
import { CorrectLink } from '../form/correct-link.view.tsx';
import { localSystem } from '../form/local-codes.model.ts';
import { labTestOf } from '../lab/lab-tests.model.ts';
import { DeleteResult } from './delete-result.view.tsx';

interface ResultLinksProps {
  readonly id: string;
  /** The result in words, as its row says it. */
  readonly what: string;
  readonly codes: readonly string[];
  /** Code systems of its codes. */
  readonly systems: readonly string[];
  readonly isCorrectable: boolean;
  /** Of the screen that it was opened from. */
  readonly params?: Readonly<Record<string, string>>;
}

/** What the person may do with a result of her own: correct it in the form that made it, and delete it. */
export function ResultLinks({ id, what, codes, systems, isCorrectable, params }: ResultLinksProps) {
  const to = isCorrectable ? formOf(codes, systems, { ...params, id }) : undefined;
  return (
    <>
      {to !== undefined && <CorrectLink to={to} name={what} />}
      <DeleteResult id={id} what={what} codes={codes} />
    </>
  );
}

/** The form that makes results of a kind; undefined for what is entered in another way, e.g. together with a report of symptoms. */
function formOf(
  codes: readonly string[],
  systems: readonly string[],
  params: Readonly<Record<string, string>>,
): ScreenPlace | undefined {
  if (labTestOf(codes) !== undefined) return { screen: 'lab-observation-create', params };
  return systems.includes(localSystem('result')) ? { screen: 'observations-create', params } : undefined;
}
