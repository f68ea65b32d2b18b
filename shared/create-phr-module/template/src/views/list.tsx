import type { PartProps } from '@phr/module-kit/part';
import { GoalList } from '../features/list/goal-list.view.tsx';

/** The list alone, for partner pages. */
export function List({ headingLevel }: PartProps) {
  return <GoalList level={headingLevel} />;
}
