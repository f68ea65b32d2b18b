import { FactList } from '@phr/ui/fact-list';
import type { ReactNode } from 'react';

export interface FactsProps {
  /** Name and value; facts without value are omitted. */
  readonly facts: readonly (readonly [name: string, value: ReactNode | undefined])[];
}

/** A list of known facts, names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <FactList
      facts={facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, content]) => ({ name, content }))}
    />
  );
}
