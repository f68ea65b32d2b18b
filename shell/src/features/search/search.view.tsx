import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconSearch } from '@phr/ui/icons';
import { List, ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { TextField } from '@phr/ui/text-field';
import { useEffect, useMemo, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import type { Navigation } from '../../services/host/navigation.ts';
import { fetchEntries, type FoundType, type RecordEntries } from './search.api.ts';
import { entriesToFind, matching, screensToFind, type Found } from './search.model.ts';

const KINDS: Readonly<
  Record<FoundType, 'screen.encounters' | 'screen.appointments' | 'screen.conditions' | 'search.reports'>
> = {
  Encounter: 'screen.encounters',
  Appointment: 'screen.appointments',
  Condition: 'screen.conditions',
  DiagnosticReport: 'search.reports',
};

/**
 * Words that were typed, by the step of the history: Back finds them again. They may be a person's name or a diagnosis, so they are in no address
 * and on no disk (UX-03, S-43), and end with this document.
 */
const words = new WeakMap<Navigation, Map<string, string>>();

/** Finds screens, and entries of the record on screen by their titles; accents do not matter (D-95). */
export function SearchScreen() {
  const { t, find, locale } = useTexts();
  const { navigation, patients, routes } = useShell();
  const table = useStore(routes);
  const { main, viewed } = useStore(patients.context);
  const { key } = useStore(navigation.location);
  const [typed, setTyped] = useState(() => words.get(navigation)?.get(key) ?? '');
  const type = (text: string) => {
    words.set(navigation, (words.get(navigation) ?? new Map<string, string>()).set(key, text));
    setTyped(text);
  };
  const record = useEntries(viewed?.id);

  const screens = useMemo(
    () => screensToFind(table, main?.id === viewed?.id, (screen) => find(`screen.${screen}`)),
    [table, main, viewed, find],
  );
  const entries = useMemo(
    () => entriesToFind(record?.entries ?? [], table, locale, (type) => t(KINDS[type])),
    [record, table, locale, t],
  );
  const foundScreens = matching(screens, typed);
  const foundEntries = matching(entries, typed);
  const isAsked = typed.trim() !== '';
  const count = foundScreens.length + foundEntries.length;
  return (
    <Screen title={t('screen.search')} backHref="/dashboard">
      <TextField
        label={t('search.label')}
        hint={t('search.hint')}
        type="search"
        value={typed}
        onChange={type}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={100}
        enterKeyHint="search"
      />
      <p role="status">{isAsked && record !== undefined && count > 0 ? t('search.count', { count }) : ''}</p>
      {record !== undefined && record.missing.length > 0 && (
        <Notice type="warning" announce="status">
          {t('search.missing', { kinds: record.missing.map((type) => t(KINDS[type])).join(', ') })}
        </Notice>
      )}
      {isAsked && <Results title={t('search.screens')} found={foundScreens} />}
      {isAsked && <Results title={t('search.entries')} found={foundEntries} />}
      {isAsked && record === undefined && (
        <LoadingRegion thing={t('patient.loadingThing')}>
          <Skeleton height={72} lines={2} />
        </LoadingRegion>
      )}
      {isAsked && record !== undefined && count === 0 && (
        <EmptyState icon={IconSearch} title={t('common.noResults')} help={t('search.noneHelp')} />
      )}
    </Screen>
  );
}

function Results({ title, found }: { readonly title: string; readonly found: readonly Found[] }) {
  if (found.length === 0) return null;
  return (
    <Card flush title={title} level={2}>
      <List label={title} items={found} keyOf={({ key }) => key} frame={false}>
        {(one) => <ListRow title={one.title} subtitle={one.subtitle} href={one.href} />}
      </List>
    </Card>
  );
}

/** The record's entries; undefined while they load, anew for another person. */
function useEntries(patientId: string | undefined): RecordEntries | undefined {
  const { client } = useShell();
  const [loaded, setLoaded] = useState<{ readonly patientId: string; readonly record: RecordEntries }>();
  useEffect(() => {
    if (patientId === undefined) return undefined;
    const leaving = new AbortController();
    void fetchEntries(client, patientId, leaving.signal).then((record) => {
      if (!leaving.signal.aborted) setLoaded({ patientId, record });
    });
    return () => leaving.abort();
  }, [client, patientId]);
  return loaded?.patientId === patientId ? loaded?.record : undefined;
}
