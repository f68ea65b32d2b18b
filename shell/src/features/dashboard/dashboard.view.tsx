import { Badge } from '@phr/ui/badge';
import { EmptyState } from '@phr/ui/empty-state';
import { greetingKey } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { IconSuccess, IconWarning } from '@phr/ui/icons';
import { Columns, Stack } from '@phr/ui/page';
import { useEffect, useState } from 'react';
import { Screen } from '../../app/screen.tsx';
import { useShell, useStore } from '../../app/shell.tsx';
import { useT } from '../../app/texts.tsx';
import { FEATURE_TILES } from '../../layout/menu.model.ts';
import { MenuLink } from '../../layout/menu-link.tsx';
import { ModulePlace } from '../../layout/module-place.tsx';
import css from './dashboard.module.css';
import { calledName, slotsFor } from './dashboard.model.ts';

/** The start: a greeting, ways on, and what the modules put here. */
export function DashboardScreen() {
  const t = useT();
  const { patients, registry } = useShell();
  const { main } = useStore(patients.context);
  const user = useStore(patients.user);
  const known = useStore(registry);
  const greeting = t(greetingKey(useMinute()));
  const mainSlots = slotsFor(known, 'dashboard.main');
  const sideSlots = slotsFor(known, 'dashboard.side');
  const verified = user?.phoneNumberVerified === true;
  const badge = user !== undefined && (
    <Badge tone={verified ? 'success' : 'warning'} icon={verified ? IconSuccess : IconWarning}>{t(verified ? 'dash.phoneVerified' : 'dash.phoneUnverified')}</Badge>
  );
  const ways = (
    <section aria-labelledby="quick-links">
      <Heading level={2} id="quick-links">{t('dash.quickLinks')}</Heading>
      <ul className={css.tiles}>{FEATURE_TILES.map((item) => <li key={item.screen}><MenuLink item={item} className={css.tile} /></li>)}</ul>
    </section>
  );
  return (
    <Screen title={t('screen.dashboard')} heading={main === undefined ? greeting : t('dash.morning', { greeting, name: calledName(main.name) })} note={badge}>
      <Columns
        main={<Stack>{ways}{mainSlots.length === 0 ? <EmptyState title={t('dash.empty')} help={t('dash.emptyHelp')} /> : <Slots slots={mainSlots} />}</Stack>}
        side={<Slots slots={sideSlots} />}
      />
    </Screen>
  );
}

function Slots({ slots }: { readonly slots: ReturnType<typeof slotsFor> }) {
  const overlayRoot = document.getElementById('overlays') ?? document.body;
  return slots.map(({ module, slot }) => <ModulePlace key={`${module}/${slot}`} module={module} kind="slot" part={slot} headingLevel={2} overlayRoot={overlayRoot} height={200} />);
}

/** The present moment, renewed each minute (D-84). */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
