import { Button } from '@phr/ui/button';
import { Heading } from '@phr/ui/heading';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import { useId } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { calledName } from '../dashboard/dashboard.model.ts';
import { AddReading, type Row, SignalLine, Unchecked } from './board-facts.view.tsx';
import css from './board.module.css';
import { WORDS } from './board.words.ts';
import { useBoard } from './use-board.ts';

/** The relatives in short, on one's own dashboard: how they are and what comes next. */
export function Relatives() {
  const { locale } = useTexts();
  const text = useUiText();
  const { patients } = useShell();
  const { main } = useStore(patients.context);
  const { details } = useStore(patients.state);
  const { rows, retry } = useBoard(details.filter(({ id }) => id !== main?.id));
  const id = useId();
  return (
    <section className={css.relatives} aria-labelledby={id} aria-busy={rows.some(({ isLoading }) => isLoading)}>
      <Heading level={2} id={id}>
        {WORDS.relatives[locale]}
      </Heading>
      <ul className={css.short}>
        {rows.map((row) => (
          <Relative key={row.person.id} row={row} />
        ))}
      </ul>
      {rows.some(({ failed }) => failed.length > 0) && (
        <div>
          <Button dense onClick={retry}>
            {text('common.retry')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Relative({ row }: { readonly row: Row }) {
  const text = useUiText();
  const { person, state, next } = row;
  const name = `${relationWords(person.relationship, text)} · ${calledName(person.name)}`;
  return (
    <li className={css.relative}>
      <div className={css.person}>
        <p className={css.name}>{name}</p>
        {state && <SignalLine signal={state} patientId={person.id} />}
        {next && <SignalLine signal={next} patientId={person.id} />}
        <Unchecked row={row} />
      </div>
      <AddReading row={row} name={name} />
    </li>
  );
}
