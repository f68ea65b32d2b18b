import type { NoticePlace, PatientSummary } from '@phr/contract/host-api';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import type { ReactNode } from 'react';
import { calledName } from '../dashboard/dashboard.model.ts';
import { AddReading } from './add-reading.view.tsx';
import today from '../dashboard/today.module.css';

interface RelativeProps {
  readonly person: PatientSummary;
  /** Target screen for the next reading, once known. */
  readonly add?: NoticePlace | undefined;
  readonly children?: ReactNode;
}

/** A relative by relationship and short name, with the known facts. */
export function Relative({ person, add, children }: RelativeProps) {
  const text = useUiText();
  const name = `${relationWords(person.relationship, text)} · ${calledName(person.name)}`;
  return (
    <li className={today.row}>
      <div className={today.words}>
        <span className={today.detail}>{name}</span>
        {children}
      </div>
      <AddReading person={person} add={add} name={name} />
    </li>
  );
}
