/** The root of antd components, with the style sheet that they need. Pages that guests usually open first do not load it. */
import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { directionOf } from '@contract/kernel/values/direction';
import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import type { ReactNode } from 'react';
import { language } from '@web/lib/i18n/words';
import { antdSheets } from './antd.gen';
import { antdTheme } from './antd-theme';

/** Shared by all renders; it contains no personal data. */
const cache = createCache();

/** The texts of antd's own that its components may show. */
const texts = (): Locale => ({ locale: language(), global: { sortable: 'Sortable' } });

export function AntdRoot({ sheet, children }: { sheet: keyof typeof antdSheets; children: ReactNode }) {
  return (
    <StyleProvider cache={cache}>
      <link rel="stylesheet" href={antdSheets[sheet]} precedence="low" />
      <ConfigProvider theme={antdTheme} direction={directionOf(language())} locale={texts()}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
