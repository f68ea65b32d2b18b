import { Button } from '@phr/ui/button';
import { Heading } from '@phr/ui/heading';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import { useId } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { actionsFor } from '../add/add.model.ts';
import { calledName } from '../dashboard/dashboard.model.ts';
import { AddReading, RetryBoard, type Row, SignalLine, Unchecked } from './board-facts.view.tsx';
import css from './board.module.css';
import { WORDS } from './board.words.ts';
import { useBoard } from './use-board.ts';

/**
 * The relatives in short, on one's own dashboard: how they are and what comes next, once that is asked for. ＋ is there at once; until it is known what is
 * measured most it leads to what a module offers first.
 */
export function Relatives() {
  const { locale } = useTexts();
  const shell = useShell();
  const { main } = useStore(shell.patients.context);
  const { details } = useStore(shell.patients.state);
  const [offer, routes] = [useStore(shell.offer), useStore(shell.routes)];
  const relatives = details.filter(({ id }) => id !== main?.id);
  const { rows, isAsked, ask } = useBoard(relatives, true);
  const id = useId();
  const withAdd = (row: Row): Row => {
    const first = isAsked ? undefined : actionsFor(offer, routes, row.person, false)[0];
    return first === undefined ? row : { ...row, add: { screen: first.screen } };
  };
  return (
    <section
      className={css.relatives}
      aria-labelledby={id}
      aria-busy={isAsked && rows.some(({ isLoading }) => isLoading)}
    >
      <Heading level={2} id={id}>
        {WORDS.relatives[locale]}
      </Heading>
      <ul className={css.short}>
        {rows.map(withAdd).map((row) => (
          <Relative key={row.person.id} row={row} />
        ))}
      </ul>
      {isAsked ? (
        <RetryBoard rows={rows} onRetry={ask} />
      ) : (
        <div>
          <Button dense onClick={ask}>
            {WORDS.see[locale]}
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
        {state && <SignalLine signal={state} row={row} />}
        {next && <SignalLine signal={next} row={row} />}
        <Unchecked row={row} />
      </div>
      <AddReading row={row} name={name} />
    </li>
  );
}
