import type { SlotSettings } from '@phr/contract/registry';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { greetingKey } from '@phr/ui/format';
import { useMinute } from '@phr/ui/use-now';
import { Heading } from '@phr/ui/heading';
import { Icon } from '@phr/ui/icon';
import { IconAdd, IconSort, IconSuccess, IconWarning } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Stack } from '@phr/ui/page';
import { Skeleton } from '@phr/ui/skeleton';
import { useMemo, useState } from 'react';
import { type Action, actionBeneath, actionsFor } from '../../core/actions.model.ts';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { useTitles } from '../../core/titles.ts';
import { page } from '../../services/host/page.ts';
import { DEFAULT_FEATURES, featureTiles, quickLinks, type MenuItem } from '../../core/menu.model.ts';
import { MenuLink } from '../../core/menu-link.tsx';
import { ModulePlace } from '../../core/module-place.tsx';
import { useWide } from '../../core/use-wide.ts';
import { Arranging } from './arranging.view.tsx';
import { chosenIn } from './arrangement.model.ts';
import { calledName, slotsFor, type PlacedSlot } from './dashboard.model.ts';
import { NearView } from './near-view.view.tsx';
import { RelativesPlace } from './relatives-place.view.tsx';
import { TodayPlace } from './today-place.view.tsx';

/**
 * The start screen: greeting, today, modules' slots, and links; tiles and their order are configurable. Phones omit
 * slots whose content "today" covers.
 */
export function DashboardScreen() {
  const t = useT();
  const { patients, offer, deviceProperties } = useShell();
  const { main, viewed } = useStore(patients.context);
  const user = useStore(patients.user);
  const known = useStore(offer);
  const { values } = useStore(deviceProperties.state);
  const wide = useWide();
  const [arranging, setArranging] = useState(false);
  const greeting = t(greetingKey(new Date(useMinute())));
  const mainSlots = slotsFor(known, 'dashboard.main', page.width());
  const sideSlots = slotsFor(known, 'dashboard.side', page.width());
  const onPhone = [...mainSlots, ...sideSlots].filter(({ wideOnly }) => !wideOnly);
  const nothing = mainSlots.length === 0 && <EmptyState title={t('dash.empty')} help={t('dash.emptyHelp')} />;
  return (
    <Screen
      title={t('screen.dashboard')}
      heading={main === undefined ? greeting : t('dash.morning', { greeting, name: calledName(main.name) })}
      note={wide && user !== undefined && <PhoneBadge verified={user.phoneNumberVerified === true} />}
      actions={
        <Button dense icon={IconSort} onClick={() => setArranging(true)}>
          {t('tile.customize')}
        </Button>
      }
    >
      {wide ? (
        <div className="phr-dash-columns">
          <Stack>
            <TodayPlace />
            {nothing}
            <Slots slots={mainSlots} />
          </Stack>
          <Stack>
            <Ways title={t('dash.quickLinks')} items={quickLinks(known)} />
            <Slots slots={sideSlots} />
            <RelativesPlace />
          </Stack>
        </div>
      ) : (
        <Stack>
          <TodayPlace />
          {nothing}
          <Slots slots={onPhone} />
          <RelativesPlace />
          <Ways
            title={t('dash.features')}
            items={featureTiles(known, chosenIn(values.DASHBOARD_FEATURES, DEFAULT_FEATURES), main?.id === viewed?.id)}
            areChosen
          />
        </Stack>
      )}
      {arranging && <Arranging what="dashboard" onClose={() => setArranging(false)} />}
    </Screen>
  );
}

/** Whether the account's phone number is confirmed. */
function PhoneBadge({ verified }: { readonly verified: boolean }) {
  const t = useT();
  return (
    <Badge tone={verified ? 'success' : 'warning'} icon={verified ? IconSuccess : IconWarning}>
      {t(verified ? 'dash.phoneVerified' : 'dash.phoneUnverified')}
    </Badge>
  );
}

/**
 * Links to other screens, as tiles. Configurable ones wait for the person's choice, and include the action beneath
 * their screen.
 */
function Ways({
  title,
  items,
  areChosen = false,
}: {
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly areChosen?: boolean;
}) {
  const isLoading = useStore(useShell().deviceProperties.state).status === 'loading';
  const beneath = useBeneath();
  if (items.length === 0) return null;
  return (
    <section className="phr-dash-ways" aria-labelledby="ways">
      <Heading level={2} id="ways">
        {title}
      </Heading>
      {areChosen && isLoading ? (
        <LoadingRegion thing={title}>
          <Skeleton height={192} />
        </LoadingRegion>
      ) : (
        <ul className="phr-dash-tiles">
          {items.map((item) => (
            <li key={item.screen}>
              <MenuLink item={item} className="phr-dash-tile" />
              {areChosen && <Begin action={beneath(item.screen)} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns the action beneath a menu screen, in the open record. */
function useBeneath(): (menu: string) => Action | undefined {
  const { offer, routes, patients } = useShell();
  const { main, viewed } = useStore(patients.context);
  const table = useStore(routes);
  const known = useStore(offer);
  const actions = viewed === undefined ? [] : actionsFor(known, table, viewed, viewed.id === main?.id);
  return (menu) => actionBeneath(actions, table, menu);
}

/** Button for the action beneath a tile. */
function Begin({ action }: { readonly action: Action | undefined }) {
  const table = useStore(useShell().routes);
  const titleOf = useTitles();
  if (action === undefined) return null;
  const title = titleOf(action.screen);
  return (
    <Link href={table.hrefOf(action.screen)} className="phr-dash-begin" aria-label={title} title={title}>
      <Icon of={IconAdd} />
    </Link>
  );
}

function Slots({ slots }: { readonly slots: readonly PlacedSlot[] }) {
  return slots.map((placed) =>
    // configurable slots wait for the choice anyway
    placed.settings !== undefined ? (
      <SettingsSlot key={`${placed.module}/${placed.slot}`} placed={placed} settings={placed.settings} />
    ) : (
      <NearView key={`${placed.module}/${placed.slot}`} height={placed.height}>
        <Slot placed={placed} />
      </NearView>
    ),
  );
}

function Slot({ placed: { module, slot, height }, input }: { readonly placed: PlacedSlot; readonly input?: unknown }) {
  const overlayRoot = document.getElementById('overlays') ?? document.body;
  return (
    <ModulePlace
      module={module}
      kind="slot"
      part={slot}
      headingLevel={2}
      overlayRoot={overlayRoot}
      height={height}
      input={input}
    />
  );
}

/** A slot with a configurable selection; hidden if the selection is empty. */
function SettingsSlot({ placed, settings }: { readonly placed: PlacedSlot; readonly settings: SlotSettings }) {
  const t = useT();
  const { status, values } = useStore(useShell().deviceProperties.state);
  const properties: Readonly<Record<string, string | undefined>> = values;
  const chosen = chosenIn(properties[settings.property], settings.default);
  // keep the same input object for the same choice, even after a registry refresh
  const inputJson = JSON.stringify({ [settings.input]: chosen });
  const input = useMemo((): unknown => JSON.parse(inputJson), [inputJson]);
  if (status === 'loading')
    return (
      <LoadingRegion thing={t('module.loading')}>
        <Skeleton height={placed.height} />
      </LoadingRegion>
    );
  return chosen.length === 0 ? null : <Slot placed={placed} input={input} />;
}
