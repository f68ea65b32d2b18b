import { useUiText } from '@phr/ui/ui-text';
import { Icon } from './icon.tsx';
import { IconPerson } from './icons.tsx';
import css from './person-for.module.css';
import { relationWords } from './relation.tsx';

export interface PersonForProps {
  readonly name: string;
  /** HL7 v3 RoleCode relative to the account's owner. */
  readonly relationship: string;
}

/** The person a form or confirmation is for: "Cho: NGUYỄN THỊ ÁNH (Mẹ)" (UX-06). */
export function PersonFor({ name, relationship }: PersonForProps) {
  const text = useUiText();
  return (
    <p className={css.line}>
      <Icon of={IconPerson} size={20} />
      <span>{text('person.for', { name: `${name} (${relationWords(relationship, text)})` })}</span>
    </p>
  );
}
