import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconSearch } from '@phr/ui/icons';
import { List, ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { relationWords } from '@phr/ui/relation';
import { TextField } from '@phr/ui/text-field';
import { useUiText } from '@phr/ui/ui-text';
import { useEffect, useMemo, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { useTitles } from '../../core/titles.ts';
import type { Navigation } from '../../services/host/navigation.ts';
import { personIn, withPerson } from '../../services/host/person-in-address.ts';
import { type Indexed, matching } from './match.model.ts';
import { entriesToFind, type Found, missingIn, personsToFind, screensToFind } from './search.model.ts';
import { useSearchIndex } from './use-search-index.ts';

/** Maximum query length in characters. */
const LONGEST = 100;

/**
 * Queries by history entry, so that Back restores them. They may contain names or diagnoses, so they are never in a URL
 * or on disk (UX-03, S-43), and end with the document.
 */
const words = new WeakMap<Navigation, Map<string, string>>();

/** Finds screens, people, and entries of the record on screen; ignores accents (D-95, R-H2). */
export function SearchScreen() {
  const { t } = useTexts();
  const [typed, type] = useTyped();
  const { screens, persons, entries, missing, isLoading } = useFindable();
  const sections = [
    { title: t('search.screens'), found: useMatching(screens, typed) },
    { title: t('search.persons'), found: useMatching(persons, typed) },
    { title: t('search.entries'), found: useMatching(entries, typed) },
  ];
  const isAsked = typed.trim() !== '';
  const count = sections.reduce((sum, { found }) => sum + found.length, 0);
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
        maxLength={LONGEST}
        enterKeyHint="search"
      />
      <p role="status">{isAsked && !isLoading && count > 0 ? t('search.count', { count }) : ''}</p>
      {missing.length > 0 && (
        <Notice type="warning" announce="status">
          {t('search.missing', { kinds: missing.join(', ') })}
        </Notice>
      )}
      {isAsked && sections.map((section) => <Results key={section.title} {...section} />)}
      {isAsked && isLoading && (
        <LoadingRegion thing={t('patient.loadingThing')}>
          <Skeleton height={72} lines={2} />
        </LoadingRegion>
      )}
      {isAsked && !isLoading && count === 0 && (
        <EmptyState icon={IconSearch} title={t('common.noResults')} help={t('search.noneHelp')} />
      )}
    </Screen>
  );
}

/**
 * The query. A link may supply an initial one (`?q=`), which is removed from the URL at once, as URLs are stored,
 * shared and logged.
 */
function useTyped(): readonly [string, (text: string) => void] {
  const { navigation } = useShell();
  const { key, pathname, search } = useStore(navigation.location);
  const requestedText = new URLSearchParams(search).get('q')?.slice(0, LONGEST);
  const [taken, setTaken] = useState(requestedText);
  const [typed, setTyped] = useState(() => requestedText ?? words.get(navigation)?.get(key) ?? '');
  const type = (text: string) => {
    words.set(navigation, (words.get(navigation) ?? new Map<string, string>()).set(key, text));
    setTyped(text);
  };
  if (requestedText !== undefined && requestedText !== taken) {
    setTaken(requestedText);
    setTyped(requestedText);
  }
  useEffect(() => {
    if (requestedText === undefined) return;
    const person = personIn(search);
    words.set(navigation, (words.get(navigation) ?? new Map<string, string>()).set(key, requestedText));
    navigation.rename(person === undefined ? pathname : withPerson(pathname, person));
  }, [requestedText, key, navigation, pathname, search]);
  return [typed, type];
}

/** Everything searchable, prepared once for all queries. */
function useFindable() {
  const { locale } = useTexts();
  const titleOf = useTitles();
  const text = useUiText();
  const { patients, routes, offer } = useShell();
  const table = useStore(routes);
  const known = useStore(offer);
  const { main, viewed, family } = useStore(patients.context);
  const searched = useSearchIndex(viewed?.id);
  const isOwnRecord = main?.id === viewed?.id;
  return {
    screens: useMemo(() => screensToFind(known, table, isOwnRecord, titleOf), [known, table, isOwnRecord, titleOf]),
    persons: useMemo(
      () => personsToFind(family, table, (relationship) => relationWords(relationship, text)),
      [family, table, text],
    ),
    entries: useMemo(() => entriesToFind(searched, table), [searched, table]),
    missing: missingIn(searched, locale),
    isLoading: searched.some(({ status }) => status === 'loading'),
  };
}

const useMatching = (index: readonly Indexed<Found>[], typed: string): readonly Found[] =>
  useMemo(() => matching(index, typed), [index, typed]);

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
