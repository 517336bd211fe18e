/**
 * The ground that every antd-dressed part stands on. Only such parts import it, and they are loaded when first needed,
 * so that no page carries antd from the start. Its style sheet comes with it, once.
 */
import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { directionOf } from '@contract/values';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { language } from '@web/lib/i18n/words';
import { antdCssHref } from './antd.gen';
import { antdTheme } from './antd-theme';

/** One cache for all renders; it holds nothing of any person. */
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
