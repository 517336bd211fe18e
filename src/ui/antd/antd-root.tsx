/**
 * The root of antd components, with antd's style sheet. Only components that use antd import it, and they are loaded on demand, so that
 * antd is in no initial bundle.
 */
import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { directionOf } from '@contract/kernel/values/direction';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { language } from '@web/lib/i18n/words';
import { antdCssHref } from './antd.gen';
import { antdTheme } from './antd-theme';

/** Shared by all renders; it contains no personal data. */
const cache = createCache();

export function AntdRoot({ children }: { children: ReactNode }) {
  return (
    <StyleProvider cache={cache}>
      <link rel="stylesheet" href={antdCssHref} precedence="low" />
      <ConfigProvider theme={antdTheme} direction={directionOf(language())}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
