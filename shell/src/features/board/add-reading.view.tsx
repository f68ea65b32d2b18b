import type { NoticePlace, PatientSummary } from '@phr/contract/host-api';
import { Icon } from '@phr/ui/icon';
import { IconAdd } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { actionsFor } from '../../core/actions.model.ts';
import { boardVisit } from '../../core/board-visit.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import css from './relatives.module.css';
import { fill, WORDS } from './relatives.words.ts';
import { useHrefIn } from './use-href-in.ts';

interface AddReadingProps {
  readonly person: PatientSummary;
  /** Target screen for the next reading; undefined until the most frequent reading is known. */
  readonly add: NoticePlace | undefined;
  /** Display name of the person. */
  readonly name: string;
}

/**
 * ＋: opens the form for the person's next reading, or the first form modules offer until that is known; absent without
 * the right. If the own record was on screen, the person is asked afterwards where to continue.
 */
export function AddReading({ person, add, name }: AddReadingProps) {
  const { locale } = useTexts();
  const { patients, offer, routes } = useShell();
  const { viewed, main } = useStore(patients.context);
  const [offered, table] = [useStore(offer), useStore(routes)];
  const hrefIn = useHrefIn();
  const [first] = actionsFor(offered, table, person, person.id === main?.id).map(({ screen }) => ({ screen }));
  const place = add ?? first;
  if (place === undefined) return null;
  const begin = () => {
    const [pathname = ''] = hrefIn(place, person.id).split('?');
    if (viewed?.id === main?.id && person.id !== main?.id) boardVisit.set({ patientId: person.id, pathname });
  };
  return (
    <Link
      className={css.add}
      href={hrefIn(place, person.id)}
      aria-label={fill(WORDS.add[locale], { name })}
      onClick={begin}
    >
      <Icon of={IconAdd} />
    </Link>
  );
}
