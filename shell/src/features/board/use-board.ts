import { createStore } from '@phr/contract/store';
import { eachMinute } from '@phr/ui/use-now';
import { useEffect, useState } from 'react';
import { type Shell, useShell, useStore } from '../../core/shell.tsx';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import { openFeeds } from '../dashboard/feeds.model.ts';
import { isScreenOf, sourcesOf } from '../dashboard/signal-sources.model.ts';
import { storeOrder, readOrder } from './order.port.ts';
import { type Board, type BoardRow, sortByUrgency, createBoard, rowOf } from './board.model.ts';

/** One board for the dashboard and the family, as long as the same record is on screen. */
const BOARDS = new WeakMap<Shell['patients']['context'], { readonly epoch: number; readonly board: Board }>();

function boardOf(shell: Shell, epoch: number): Board {
  const cached = BOARDS.get(shell.patients.context);
  if (cached?.epoch === epoch) return cached.board;
  cached?.board.stop();
  const board = createBoard((patientId) =>
    openFeeds(sourcesOf(shell, shell.offer.get()), {
      patientId,
      scope: 'board',
      now: createStore(new Date()),
      isScreen: isScreenOf(shell),
    }),
  );
  BOARDS.set(shell.patients.context, { epoch, board });
  return board;
}

interface BoardOf {
  /** Rows by urgency. */
  readonly rows: readonly BoardRow<PatientDetails>[];
  /** Queries, and retries failed sources. */
  readonly ask: () => void;
}

/** The board of the relatives. */
export function useBoard(relatives: readonly PatientDetails[]): BoardOf {
  const shell = useShell();
  const { epoch, main } = useStore(shell.patients.context);
  const board = boardOf(shell, epoch);
  const told = useStore(board.told);
  const [now, setNow] = useState(() => Date.now());
  const ids = relatives.map(({ id }) => id).join();
  const ask = () => board.ask(ids === '' ? [] : ids.split(','));
  useEffect(() => {
    const look = () => board.ask(ids === '' ? [] : ids.split(','));
    look();
    return eachMinute(() => {
      setNow(Date.now());
      look();
    });
  }, [board, ids]);
  const [before] = useState(() => readOrder(main?.id ?? ''));
  const rows = sortByUrgency(
    relatives.map((person) => rowOf(person, told.get(person.id), now)),
    before,
  );
  const order = rows.some(({ isLoading }) => isLoading) ? '' : rows.map(({ person }) => person.id).join();
  useEffect(() => {
    if (main !== undefined && order !== '') storeOrder(main.id, order.split(','));
  }, [main, order]);
  return { rows, ask };
}
