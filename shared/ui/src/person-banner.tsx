import { useUiText } from '@phr/ui/ui-text';
import { Icon } from './icon.tsx';
import { IconFamily } from './icons.tsx';
import css from './person-banner.module.css';
import { relationWords } from './relation.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface PersonBannerProps {
  /** Full name of the person whose record is shown. */
  readonly name: string;
  /** HL7 v3 RoleCode relative to the account's owner. */
  readonly relationship: string;
  /** The record is read-only. */
  readonly viewOnly?: boolean;
  readonly onBack: () => void;
}

/** Shown on every screen while another person's record is open (UX-06). */
export function PersonBanner({ name, relationship, viewOnly = false, onBack }: PersonBannerProps) {
  const text = useUiText();
  const relation = relationWords(relationship, text);
  const mayOnlyLook = viewOnly && ` · ${text('person.viewOnly')}`;
  return (
    <div className={css.banner}>
      <p className={css.who} role="status">
        <Icon of={IconFamily} size={20} />
        <VisuallyHidden>
          {text('person.banner', { name, relation })}
          {mayOnlyLook}
        </VisuallyHidden>
        {/* on one line: the relationship stays whole, the name is truncated */}
        <span className={css.relation} aria-hidden="true">
          {relation}
          {mayOnlyLook}
        </span>
        <span className={css.name} aria-hidden="true">
          {name}
        </span>
      </p>
      <button type="button" className={css.back} onClick={onBack}>
        {text('person.back')}
      </button>
    </div>
  );
}
