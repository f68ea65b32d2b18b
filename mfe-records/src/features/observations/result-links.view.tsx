import type { ScreenPlace } from '@phr/contract/screens';
import { CorrectLink } from '../form/correct-link.view.tsx';
import { localSystem } from '../form/local-codes.model.ts';
import { F0H_SYMPTOMS } from '../health-reports/f0h-report.model.ts';
import { POST_COVID_REPORT } from '../health-reports/post-covid-report.model.ts';
import { labTestOf } from '../lab/lab-tests.model.ts';
import { DeleteResult } from './delete-result.view.tsx';

interface ResultLinksProps {
  readonly id: string;
  /** The result in words, as its row says it. */
  readonly what: string;
  readonly codes: readonly string[];
  /** Code systems of its codes, and of the code that is its value. */
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

/** The form that makes results of a kind; undefined for what none of these makes. */
function formOf(
  codes: readonly string[],
  systems: readonly string[],
  params: Readonly<Record<string, string>>,
): ScreenPlace | undefined {
  if (labTestOf(codes) !== undefined) return { screen: 'lab-observation-create', params };
  if (systems.includes(localSystem('result'))) return { screen: 'observations-create', params };
  if (systems.includes(localSystem('symptom-severity'))) return { screen: 'symptom-create', params };
  if (!systems.includes(localSystem('symptom-report'))) return undefined;
  if (codes.includes(F0H_SYMPTOMS)) return { screen: 'f0h-health-report', params };
  return codes.includes(POST_COVID_REPORT) ? { screen: 'post-covid-19-health-report', params } : undefined;
}
