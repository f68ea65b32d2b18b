import type { ReactNode } from 'react';
import css from './facts.module.css';

interface FactsProps {
  /** Name and value; facts whose value is not there are left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode | undefined])[];
}

/** Facts as a list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={css.facts}>
      {facts.filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => (
        <div key={name} className={css.fact}><dt>{name}</dt><dd>{value}</dd></div>
      ))}
    </dl>
  );
}
