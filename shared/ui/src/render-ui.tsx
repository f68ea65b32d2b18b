import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider, type UiProviderProps, type UiTexts } from '@phr/ui/ui-text';
import type { Locale } from '@phr/contract/host-api';
import en from './locales/en-US.json' with { type: 'json' };
import vi from './locales/vi-VN.json' with { type: 'json' };

export interface RenderUiOptions extends Partial<Pick<UiProviderProps, 'overlayRoot' | 'navigate'>> {
  readonly locale?: Locale;
}

const TEXTS: Readonly<Record<Locale, UiTexts>> = { 'vi-VN': vi, 'en-US': en };

/** For tests: renders inside a provider with the real texts, Vietnamese by default. */
export function renderUi(ui: ReactNode, { locale = 'vi-VN', ...options }: RenderUiOptions = {}): RenderResult {
  const texts = TEXTS[locale];
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <UiProvider locale={locale} texts={texts} {...options}>
      {children}
    </UiProvider>
  );
  return render(ui, { wrapper });
}
