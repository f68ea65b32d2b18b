import { FactList } from '@phr/ui/fact-list';
import type { ReactNode } from 'react';

export interface FactsProps {
  /** Name and value; facts whose value is not there are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode | undefined])[];
}

/** The facts that are known, as a list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <FactList
      facts={facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, content]) => ({ name, content }))}
    />
  );
}
