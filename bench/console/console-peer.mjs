// What the size of the console's first page is measured against: the frame that its design system brings along.
import '@cloudscape-design/global-styles/index.css';
import AppLayout from '@cloudscape-design/components/app-layout';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import TopNavigation from '@cloudscape-design/components/top-navigation';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const navigation = createElement(SideNavigation, { items: [{ type: 'link', text: 'Home', href: '/' }] });
const frame = [
  createElement(TopNavigation, { key: 'top', identity: { href: '/', title: 'Curfew' } }),
  createElement(AppLayout, { key: 'page', navigation, content: 'One line' }),
];

createRoot(document.body).render(frame);
