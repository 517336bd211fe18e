/** The six layouts by name. The two that close the site are loaded only where they are shown. */
import type { LayoutName } from '@contract/values';
import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { BlankLayout } from './blank-layout';
import { HomeLayout, PrimaryLayout } from './primary-layout';
import { PublicLayout } from './public-layout';

export interface LayoutProps {
  /** The page. The closing layouts do not show it. */
  children: ReactNode;
}

const MaintenanceLayout = dynamic<LayoutProps>(() => import('./maintenance-layout').then((file) => file.MaintenanceLayout));
const GeoBlockLayout = dynamic<LayoutProps>(() => import('./geo-block-layout').then((file) => file.GeoBlockLayout));

export const layoutOf: Record<LayoutName, ComponentType<LayoutProps>> = {
  primary: PrimaryLayout,
  home: HomeLayout,
  public: PublicLayout,
  blank: BlankLayout,
  maintenance: MaintenanceLayout,
  geoBlock: GeoBlockLayout,
};
