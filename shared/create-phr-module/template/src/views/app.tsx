import type { PartProps } from '@phr/module-kit/part';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { GoalList } from '../features/list/goal-list.view.tsx';

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      {manifest.routes.map(({ screen, path }) => (
        <Route key={screen} path={path} element={<GoalList level={headingLevel} />} />
      ))}
    </Routes>
  );
}
