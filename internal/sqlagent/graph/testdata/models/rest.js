module.exports = (sequelize, DataTypes) => {
  const Employee = sequelize.define("Employee", { id: DataTypes.INTEGER }, { tableName: "employee" });
  const Part = sequelize.define("Part", {}, { tableName: "part" });
  Employee.associate = function (models) {
    Employee.hasMany(models.WorkTime, { foreignKey: { name: "employee_id" }, as: "times" });
    Employee.hasOne(models.User, { foreignKey: "employeeId" });
    Employee.belongsToMany(models.Crew, { through: { model: models.EmployeeCrew }, foreignKey: "employeeId", otherKey: "crewId" });
    Employee.belongsTo(models.Nowhere);
    Employee.belongsToMany(models.Crew, {});
  };
  return { Employee, Part };
};
