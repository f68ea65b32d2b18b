import type { NoticePlace, PatientSummary } from '@phr/contract/host-api';
import { Icon } from '@phr/ui/icon';
import { IconAdd } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { boardVisit } from '../../core/board-visit.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import css from './relatives.module.css';
import { fill, WORDS } from './relatives.words.ts';
import { useHrefIn } from './use-href-in.ts';

interface AddReadingProps {
  readonly person: Pick<PatientSummary, 'id'>;
  /** Target screen for the next reading; absent without the right. */
  readonly add: NoticePlace | undefined;
  /** Display name of the person. */
  readonly name: string;
}

/**
 * ＋: opens the form for the person's next reading. If the own record was on screen, the person is asked afterwards
 * where to continue.
 */
export function AddReading({ person, add, name }: AddReadingProps) {
  const { locale } = useTexts();
  const { patients, navigation } = useShell();
  const { viewed, main } = useStore(patients.context);
  const hrefIn = useHrefIn();
  if (add === undefined) return null;
  const begin = () => {
    if (viewed?.id === main?.id && person.id !== main?.id)
      boardVisit.set({ patientId: person.id, pathname: navigation.hrefOf(add.screen, add.params).split('?')[0] ?? '' });
  };
  return (
    <Link
      className={css.add}
      href={hrefIn(add, person.id)}
      aria-label={fill(WORDS.add[locale], { name })}
      onClick={begin}
    >
      <Icon of={IconAdd} />
    </Link>
  );
}
