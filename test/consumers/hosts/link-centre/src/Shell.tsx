import {
  AppstoreOutlined,
  BellOutlined,
  FileTextOutlined,
  LinkOutlined,
  MoonOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { Avatar, Badge, Breadcrumb, Button, Flex, Layout, Menu, theme, Typography } from 'antd';
import type { ReactNode } from 'react';

const pages = [
  { key: 'overview', icon: <AppstoreOutlined />, label: 'Overview' },
  { key: 'links', icon: <LinkOutlined />, label: 'Payment links' },
  { key: 'invoices', icon: <FileTextOutlined />, label: 'Invoices' },
  { key: 'clients', icon: <TeamOutlined />, label: 'Clients' },
  { key: 'settings', icon: <SettingOutlined />, label: 'Settings' },
];

export interface ShellProps {
  isDark: boolean;
  onDarkChange: (isDark: boolean) => void;
  children: ReactNode;
}

export function Shell({ isDark, onDarkChange, children }: ShellProps) {
  const { token } = theme.useToken();
  const bar = { background: token.colorBgContainer, borderBlockEnd: `1px solid ${token.colorSplit}` };
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider width={216} theme="light" style={{ borderInlineEnd: `1px solid ${token.colorSplit}` }}>
        <Flex align="center" gap={10} style={{ height: 56, paddingInline: 20 }}>
          <Avatar shape="square" size={28} style={{ background: token.colorPrimary, fontWeight: 700 }}>
            H
          </Avatar>
          <Typography.Text strong>Halden Studio</Typography.Text>
        </Flex>
        <Menu mode="inline" selectedKeys={['links']} items={pages} style={{ border: 0 }} />
      </Layout.Sider>
      <Layout>
        <Layout.Header style={{ ...bar, height: 56, paddingInline: 24 }}>
          <Flex align="center" justify="space-between" style={{ height: '100%' }}>
            <Breadcrumb items={[{ title: 'Sales' }, { title: 'Payment links' }]} />
            <Flex align="center" gap={8}>
              <Button
                type="text"
                aria-label="Dark"
                icon={<MoonOutlined />}
                onClick={() => onDarkChange(!isDark)}
              />
              <Badge dot offset={[-8, 8]}>
                <Button type="text" aria-label="Notifications" icon={<BellOutlined />} />
              </Badge>
              <Avatar size={30} style={{ background: '#f59e0b' }}>
                EM
              </Avatar>
            </Flex>
          </Flex>
        </Layout.Header>
        <Layout.Content style={{ padding: 24 }}>{children}</Layout.Content>
      </Layout>
    </Layout>
  );
}
