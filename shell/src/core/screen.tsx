import { Page } from '@phr/ui/page';
import { PageHeader } from '@phr/ui/page-header';
import { type ReactNode, useEffect, useRef } from 'react';
import { useShell } from './shell.tsx';

interface ScreenProps {
  /** Translated, without names or values: it becomes the page's title. */
  readonly title: string;
  /** What the heading says where that is more than the title, e.g. with a name. */
  readonly heading?: string;
  readonly backHref?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One of the shell's own screens: heading, way back, and the news that it is on the page. */
export function Screen({ title, heading, backHref, note, actions, children }: ScreenProps) {
  const { navigation } = useShell();
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => navigation.screenShown({ title, heading: element.current }), [navigation, title]);
  return (
    <Page>
      <PageHeader
        title={heading ?? title}
        level={1}
        headingRef={element}
        backHref={backHref}
        note={note}
        actions={actions}
      />
      {children}
    </Page>
  );
}
