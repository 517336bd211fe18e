/** Matchers for the DOM, and waits that are long enough on a busy machine. */
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { maxWait_ms } from '../timing/max-wait';

configure({ asyncUtilTimeout: maxWait_ms });

/** jsdom loads no style sheets, and components of antd wait for theirs: tests render them without. */
jest.mock('../../../src/ui/antd/antd-root', () => ({ AntdRoot: ({ children }: { children: unknown }) => children }));
