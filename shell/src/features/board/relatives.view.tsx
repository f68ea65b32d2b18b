import { Button } from '@phr/ui/button';
import { Heading } from '@phr/ui/heading';
import { Skeleton } from '@phr/ui/skeleton';
import { useId, useState } from 'react';
import { lazyPart } from '../../core/lazy-screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import today from '../dashboard/today.module.css';
import { WORDS } from './relatives.words.ts';
import { Relative } from './relative.view.tsx';

type Named = readonly PatientDetails[];

const Told = lazyPart<{ readonly relatives: Named }>(
  async () => (await import(/* webpackChunkName: "board" */ './relative-signals.view.tsx')).RelativeSignals,
  <Skeleton height={136} />,
);

/**
 * Short list of relatives on the own dashboard. Their state is loaded on request only, as the rules of all modules
 * exceed the dashboard's size limit.
 */
export function Relatives() {
  const { locale } = useTexts();
  const { patients } = useShell();
  const { main } = useStore(patients.context);
  const { details } = useStore(patients.state);
  const relatives = details.filter(({ id }) => id !== main?.id);
  const [isAsked, setAsked] = useState(false);
  const id = useId();
  return (
    <section className={today.block} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {WORDS.relatives[locale]}
      </Heading>
      {isAsked ? <Told relatives={relatives} /> : <NamedRelatives relatives={relatives} />}
      {!isAsked && (
        <div>
          <Button dense onClick={() => setAsked(true)}>
            {WORDS.see[locale]}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Their names. */
function NamedRelatives({ relatives }: { readonly relatives: Named }) {
  return (
    <ul className={today.rows}>
      {relatives.map((person) => (
        <Relative key={person.id} person={person} />
      ))}
    </ul>
  );
}
