import { Page } from '@phr/ui/page';
import { PageHeader } from '@phr/ui/page-header';
import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { useHost } from './host.tsx';

/** What stands on a screen below its heading, said by what it is part of. */
export const ScreenNotice = createContext<ReactNode>(undefined);

interface ScreenProps {
  /** Translated, without names or values: it becomes the page title. */
  readonly title: string;
  readonly headingLevel?: number;
  /** Path one step up; without it there is no way back here. */
  readonly back?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One screen of a module: its heading, the way back, and the news to the host that it is on the page. */
export function Screen({ title, headingLevel = 1, back, actions, children }: ScreenProps) {
  const { navigation } = useHost();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => navigation.screenShown({ title, heading: heading.current }), [navigation, title]);
  return (
    <Page>
      <PageHeader title={title} level={headingLevel} headingRef={heading} actions={actions} backHref={back === undefined ? undefined : navigation.resolve(back)} />
      {use(ScreenNotice)}
      {children}
    </Page>
  );
}
