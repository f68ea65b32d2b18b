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
  /** Where the next reading is entered; undefined as long as nobody knows what is measured most. */
  readonly add: NoticePlace | undefined;
  /** What the person is called here. */
  readonly name: string;
}

/**
 * ＋: where the person's next reading is entered, and until that is known what a module offers first; not there without the right. Who came from the own record is
 * asked afterwards where to go on.
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
