/** The six layouts by name. Maintenance and geo block are loaded on demand. */
import type { LayoutName } from '@contract/kernel/values/appearance';
import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { BlankLayout } from './blank-layout';
import { HomeLayout, PrimaryLayout } from './primary-layout';
import { PublicLayout } from './public-layout';

export interface LayoutProps {
  /** The page. Maintenance and geo block do not render it. */
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
