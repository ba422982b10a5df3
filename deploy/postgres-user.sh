#!/bin/sh
# Runs once, when PostgreSQL makes its data directory. Spotter's own user owns its database and is no superuser.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$SPOTTER_PASSWORD" <<'SQL'
create role spotter login createrole password :'password';
create database spotter owner spotter;
SQL
