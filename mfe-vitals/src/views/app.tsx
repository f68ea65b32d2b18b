import type { PartProps } from '@phr/module-kit/define-module';
import { Route, Routes, useParams, useSearchParams } from 'react-router';
import { BloodPressureCreate } from '../features/blood-pressure-create/blood-pressure-create.view.tsx';
import { EkgBoard } from '../features/ecg/ekg-board.view.tsx';
import { EkgDetails } from '../features/ecg/ekg-details.view.tsx';
import { GlucoseBoard } from '../features/glucose-board/glucose-board.view.tsx';
import { GlucoseCreate } from '../features/glucose-create/glucose-create.view.tsx';
import { GlucoseImport } from '../features/glucose-import/glucose-import.view.tsx';
import { HealthBoards } from '../features/health-boards/health-boards.view.tsx';
import { HealthCreate } from '../features/health-create/health-create.view.tsx';
import { HealthDetails } from '../features/health-details/health-details.view.tsx';
import { HealthIndexes } from '../features/health-indexes/health-indexes.view.tsx';
import { VsMonitor } from '../features/vs-monitor/vs-monitor.view.tsx';

/** All screens of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      <Route path="/health-indexes" element={<HealthIndexes headingLevel={headingLevel} />} />
      <Route path="/health-details/:name" element={<DetailsOfName headingLevel={headingLevel} />} />
      <Route path="/blood-pressure-create" element={<BloodPressureCreate headingLevel={headingLevel} />} />
      <Route path="/glucose-create" element={<GlucoseForms headingLevel={headingLevel} />} />
      <Route path="/health-create" element={<HealthCreate headingLevel={headingLevel} />} />
      <Route path="/bg-board" element={<GlucoseBoard headingLevel={headingLevel} />} />
      <Route path="/ekg-board" element={<EkgBoard headingLevel={headingLevel} />} />
      <Route path="/ekg-details/:id" element={<EkgDetails headingLevel={headingLevel} />} />
      <Route path="/vs-monitor" element={<VsMonitor headingLevel={headingLevel} />} />
      <Route path="/health-boards/:name" element={<BoardOfName headingLevel={headingLevel} />} />
    </Routes>
  );
}

/** A screen of its own for each index: nothing of the one before is kept. */
function DetailsOfName({ headingLevel }: { readonly headingLevel: number }) {
  const { name = '' } = useParams();
  return <HealthDetails key={name} name={name} headingLevel={headingLevel} />;
}

function BoardOfName({ headingLevel }: { readonly headingLevel: number }) {
  const { name = '' } = useParams();
  return <HealthBoards key={name} name={name} headingLevel={headingLevel} />;
}

/** One reading typed, or the file of a meter (`?from=file`). */
function GlucoseForms({ headingLevel }: { readonly headingLevel: number }) {
  const [search] = useSearchParams();
  return search.get('from') === 'file' ? <GlucoseImport headingLevel={headingLevel} /> : <GlucoseCreate headingLevel={headingLevel} />;
}
