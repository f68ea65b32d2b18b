import type { PartProps } from '@phr/module-kit/part';
import { usePatient } from '@phr/module-kit/host';
import { lazyView } from '@phr/module-kit/lazy-view';
import type { ComponentType } from 'react';
import { Route, Routes, useParams, useSearchParams } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { HealthIndexes } from '../features/health-indexes/health-indexes.view.tsx';

// The list is the first screen; others load on demand in few files, as each costs a line in the entry.
const BloodPressureCreate = lazyView(
  async () =>
    (
      await import(
        /* webpackChunkName: "readings" */ '../features/blood-pressure-create/blood-pressure-create.view.tsx'
      )
    ).BloodPressureCreate,
);
const GlucoseCreate = lazyView(
  async () =>
    (await import(/* webpackChunkName: "readings" */ '../features/glucose-create/glucose-create.view.tsx'))
      .GlucoseCreate,
);
const HealthCreate = lazyView(
  async () =>
    (await import(/* webpackChunkName: "readings" */ '../features/health-create/health-create.view.tsx')).HealthCreate,
);
const HealthDetails = lazyView(
  async () =>
    (await import(/* webpackChunkName: "readings" */ '../features/health-details/health-details.view.tsx'))
      .HealthDetails,
);
const GlucoseBoard = lazyView(
  async () =>
    (await import(/* webpackChunkName: "readings" */ '../features/glucose-board/glucose-board.view.tsx')).GlucoseBoard,
);
const GlucoseImport = lazyView(
  async () => (await import(/* webpackChunkName: "readings" */ './glucose-import.tsx')).GlucoseImportScreen,
);
const HealthBoards = lazyView(
  async () =>
    (await import(/* webpackChunkName: "readings" */ '../features/health-boards/health-boards.view.tsx')).HealthBoards,
);
const EkgBoard = lazyView(
  async () => (await import(/* webpackChunkName: "ecg" */ '../features/ecg/ekg-board.view.tsx')).EkgBoard,
);
const EkgDetails = lazyView(
  async () => (await import(/* webpackChunkName: "ecg" */ '../features/ecg/ekg-details.view.tsx')).EkgDetails,
);
const VsMonitor = lazyView(
  async () => (await import(/* webpackChunkName: "readings" */ '../features/vs-monitor/vs-monitor.view.tsx')).VsMonitor,
);
// Its tables are as large as all other screens together.
const Growth = lazyView(async () => (await import(/* webpackChunkName: "growth" */ './growth.tsx')).GrowthScreen);

type ScreenProps = Pick<PartProps, 'headingLevel'>;

const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  'health-indexes': HealthIndexes,
  'health-details': DetailsOfName,
  'health-create': HealthCreate,
  'blood-pressure-create': BloodPressureCreate,
  'glucose-create': GlucoseForms,
  'bg-board': GlucoseBoard,
  'ekg-board': EkgBoard,
  'ekg-details': EkgDetails,
  'vs-monitor': VsMonitor,
  'health-boards': BoardOfName,
  growth: Growth,
};

/** All screens of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      {manifest.routes.map(({ screen, path }) => {
        const View = SCREENS[screen];
        return View && <Route key={screen} path={path} element={<View headingLevel={headingLevel} />} />;
      })}
    </Routes>
  );
}

/** remount per index: no state carries over */
function DetailsOfName({ headingLevel }: ScreenProps) {
  const { name = '' } = useParams();
  return <HealthDetails key={name} name={name} headingLevel={headingLevel} />;
}

function BoardOfName({ headingLevel }: ScreenProps) {
  const { name = '' } = useParams();
  return <HealthBoards key={name} name={name} headingLevel={headingLevel} />;
}

/** One reading typed, or the file of a meter (`?from=file`). */
function GlucoseForms({ headingLevel }: ScreenProps) {
  const [search] = useSearchParams();
  // a file selected for one person is never stored for another
  const patientId = usePatient().viewed?.id;
  return search.get('from') === 'file' ? (
    <GlucoseImport key={patientId} headingLevel={headingLevel} />
  ) : (
    <GlucoseCreate headingLevel={headingLevel} />
  );
}
