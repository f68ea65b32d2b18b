import { Heading } from '@phr/ui/heading';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import { useId } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { calledName } from '../dashboard/dashboard.model.ts';
import { AddReading, RetryBoard, type Row, SignalLine, Unchecked } from './board-facts.view.tsx';
import css from './board.module.css';
import { WORDS } from './board.words.ts';
import { useBoard } from './use-board.ts';

/** The relatives in short, on one's own dashboard: how they are and what comes next. */
export function Relatives() {
  const { locale } = useTexts();
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
      <RetryBoard rows={rows} onRetry={retry} />
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
        {state && <SignalLine signal={state} row={row} />}
        {next && <SignalLine signal={next} row={row} />}
        <Unchecked row={row} />
      </div>
      <AddReading row={row} name={name} />
    </li>
  );
}
