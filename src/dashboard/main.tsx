import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/parts.css';
import './styles/tables.css';
import './styles/pages.css';
import './theme.ts';
import { App } from './app.tsx';
import { startAccount } from './store/account.ts';
import { startOrders } from './store/orders.ts';

startAccount();
startOrders();
render(<App />, document.getElementById('app')!);
